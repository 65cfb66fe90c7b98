build-clang/guest/mm/chunk_set.o: mm/chunk_set.c mm/chunk_set.h \
  mm/types.h

mm/chunk_set.h:

mm/types.h:
