dist_doc_DATA += doc/result.md
