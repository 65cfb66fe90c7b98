build-clang/guest/tests/unit/virtio_test.o: tests/unit/virtio_test.c \
  drivers/virtio_logic.h drivers/nic_logic.h mm/types.h \
  tests/harness/test.h

drivers/virtio_logic.h:

drivers/nic_logic.h:

mm/types.h:

tests/harness/test.h:
