build-clang/guest/drivers/virtio_logic.o: drivers/virtio_logic.c \
  drivers/virtio_logic.h drivers/nic_logic.h mm/types.h

drivers/virtio_logic.h:

drivers/nic_logic.h:

mm/types.h:
