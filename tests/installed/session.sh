#!/bin/sh
# Inside `dbus-run-session`, with a display: an unlocked keyring, on X11 a window manager, then the command.
# Without the keyring its own dialog would ask for a password, and take the keys that are meant for the desk.
set -eu
XDG_DATA_HOME=$(mktemp -d)
export XDG_DATA_HOME
printf 'trial' | gnome-keyring-daemon --unlock --components=secrets > /dev/null
if [ -z "${WAYLAND_DISPLAY:-}" ]; then
  openbox &
  # The window manager would keep the session open.
  trap 'kill $!' EXIT
fi
"$@"
