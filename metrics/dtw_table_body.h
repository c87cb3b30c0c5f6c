/* dtw_table_body.h - the functions of dtw_table.h for one precision; included
 * by dtw_table.c for each, which defines real, TABLE, KERNEL and NAME(f). */

int
NAME (init) (struct TABLE *t, const struct fid_dtw_task *task)
{
    const struct fid_strip_kernels *kernels = fid_strip_kernels ();
    const size_t rows = kernels->KERNEL.rows, m = task->m, dim = task->dim;
    /* rows on both sides may be touched, and a vector more */
    const size_t pad = 2 * rows, plane = m + 2 * pad;
    if (plane > SIZE_MAX / sizeof (real) / (dim + 2) ||
        dim > SIZE_MAX / sizeof (real) / rows / 2)
        return GSL_ENOMEM;
    const size_t bytes = ((dim + 1) * plane + (dim + 4) * rows) * sizeof (real);
    /* vectors that lie across two cache lines are slow to come back */
    real *block = aligned_alloc (LINE, (bytes + LINE - 1) / LINE * LINE);
    if (!block)
        return GSL_ENOMEM;
    real *x = block, *state = x + dim * rows, *y = state + 4 * rows, *edge = y + dim * plane;
    *t = (struct TABLE){
        .task = task,
        .kernel = &kernels->KERNEL,
        .strip = {.x = x,
                  .y = y + pad + m - 1,
                  .y_step = plane,
                  .dim = dim,
                  .edge = edge + pad + m - 1,
                  .first = state,
                  .last = state + rows,
                  .left = state + 2 * rows,
                  .corner = state + 3 * rows,
                  .penalty = (real)task->penalty,
                  .form = task->form},
        .x = x,
        .block = block,
    };
    for (size_t k = 0; k < dim; k++, y += plane) {
        for (size_t j = 0; j < pad; j++)
            y[j] = y[pad + m + j] = 0;
        for (size_t j = 0; j < m; j++)
            y[pad + m - 1 - j] = (real)task->y[j * dim + k];
    }
    NAME (edge) (t);
    return GSL_SUCCESS;
}

void
NAME (clear) (struct TABLE *t)
{
    free (t->block);
    t->block = NULL;
}

void
NAME (edge) (struct TABLE *t)
{
    const size_t pad = 2 * t->kernel->rows;
    real *from = t->strip.edge - (t->task->m - 1) - pad;
    for (size_t j = 0; j < t->task->m + 2 * pad; j++)
        from[j] = INFINITY;
    t->strip.edge[1] = 0;
}

void
NAME (strip) (struct TABLE *t, size_t i0)
{
    const size_t rows = t->kernel->rows, dim = t->task->dim, n = t->task->n;
    struct fid_band_row r = fid_band_row (&t->task->band, i0);
    for (size_t l = 0; l < rows; l++) {
        bool real_row = i0 + l < n;
        for (size_t k = 0; k < dim; k++)
            t->x[k * rows + l] = real_row ? (real)t->task->x[(i0 + l) * dim + k] : 0;
        t->strip.first[l] = (real)(r.lo + (int64_t)l);
        t->strip.last[l] = (real)(r.hi + (int64_t)l);
        t->strip.left[l] = t->strip.corner[l] = INFINITY;
        if (i0 + l + 1 < n)
            fid_band_next (&t->task->band, &r);
    }
}

int64_t
NAME (end) (const struct TABLE *t, size_t i0)
{
    size_t rest = t->task->n - i0;
    return (int64_t)t->strip.last[rest < t->kernel->rows ? rest - 1 : t->kernel->rows - 1];
}

/* The smallest cell of the strip's last row. */
static real
NAME (least) (const struct TABLE *t)
{
    const size_t last = t->kernel->rows - 1;
    const int64_t lo = (int64_t)t->strip.first[last] - (int64_t)last,
                  hi = (int64_t)t->strip.last[last] - (int64_t)last;
    real least = INFINITY;
    for (int64_t j = lo; j <= hi; j++)
        if (t->strip.edge[-j] < least)
            least = t->strip.edge[-j];
    return least;
}

int
NAME (sum) (const struct fid_dtw_task *task, double *sum)
{
    struct TABLE t;
    int rc = NAME (init) (&t, task);
    if (rc)
        return rc;
    const size_t rows = t.kernel->rows, n = task->n;
    size_t i0 = 0;
    for (;; i0 += rows) {
        NAME (strip) (&t, i0);
        t.kernel->run (&t.strip, (int64_t)t.strip.first[0] - 1, NAME (end) (&t, i0));
        if (n - i0 <= rows)
            break;
        if (task->limit < INFINITY && NAME (least) (&t) >= task->limit)
            break; /* costs are not negative: it stays so */
    }
    double d = n - i0 <= rows ? (double)t.strip.left[n - 1 - i0] : INFINITY;
    *sum = d < task->limit ? d : INFINITY;
    NAME (clear) (&t);
    return GSL_SUCCESS;
}

#undef real
#undef TABLE
#undef KERNEL
#undef NAME
