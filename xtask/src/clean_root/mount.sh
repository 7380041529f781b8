# Mounts the file systems of a running system within the private namespace of `unshare`, so that nothing needs to be
# unmounted. The shell stays alive to reap orphaned processes.
set -e
mount -t proc proc "$0/proc"
mount -t sysfs -o ro sysfs "$0/sys"
mount -t tmpfs -o mode=755 tmpfs "$0/dev"
for device in null zero full random urandom tty; do
    : > "$0/dev/$device"
    mount --bind "/dev/$device" "$0/dev/$device"
done
mkdir "$0/dev/pts" "$0/dev/shm"
mount -t devpts -o newinstance,mode=620,gid=5,ptmxmode=666 devpts "$0/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
ln -s pts/ptmx "$0/dev/ptmx"
ln -s /proc/self/fd "$0/dev/fd"
for name in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${name%%:*}" "$0/dev/${name#*:}"; done
set +e
chroot "$0" "$@"
exit $?
