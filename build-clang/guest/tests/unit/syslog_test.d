build-clang/guest/tests/unit/syslog_test.o: tests/unit/syslog_test.c \
  apps/net/syslog.h mm/types.h tests/harness/test.h

apps/net/syslog.h:

mm/types.h:

tests/harness/test.h:
