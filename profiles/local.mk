# Profiles: what a comparison grades.  Built into the program, and installed to be copied.
PROFILES = profiles/storage.conf profiles/read.conf profiles/checkpoint.conf \
  profiles/metadata.conf profiles/system.conf
profilesdir = $(pkgdatadir)/profiles
dist_profiles_DATA = $(PROFILES) profiles/prior.conf
BUILT_SOURCES += src/model/profiles.inc
CLEANFILES += src/model/profiles.inc

src/model/profiles.inc: $(PROFILES) profiles/prior.conf
	@$(MKDIR_P) src/model
	$(AM_V_GEN)for f in $(PROFILES) profiles/prior.conf; do b=$${f##*/}; echo "FID_PROFILE ($${b%.conf},"; \
	  sed -e 's/[\\"]/\\&/g' -e 's/.*/  "&\\n"/' $(srcdir)/$$f; echo ")"; done >$@.tmp && mv $@.tmp $@
src/model/profile.lo: src/model/profiles.inc
