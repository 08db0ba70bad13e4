#!/usr/bin/env bash
# Runs a command in a desktop session made for it: an X server, D-Bus and an unlocked keyring, with an empty home. As root on Linux
# it runs as a user of its own who may write nothing of the checkout, where the kernel allows it without any network but loopback.
#   electron-session.sh CHECKOUT OUT COMMAND...    OUT: a folder that the command may write into; it is $OUT there.
set -euo pipefail
checkout=$(readlink -f "$1") out=$(readlink -m "$2"); shift 2
user=desk-electron
# A short path: the sockets of X, D-Bus and Electron's lock are in it, and may have 108 characters.
home=$(mktemp -d /tmp/de.XXXXXX)
trap 'rm -rf "$home"' EXIT
mkdir -p "$out" "$home"/{home,tmp,run,checkout}
chmod 700 "$home"/{home,tmp,run}

cat >"$home/session.sh" <<'S'
set -euo pipefail
cd "$CHECKOUT"
export PATH="$CHECKOUT/node_modules/.bin:$PATH"
Xvfb -displayfd 3 -screen 0 1440x900x24 -nolisten tcp 3>"$HOME/display" >"$HOME/xvfb.log" 2>&1 &
for _ in $(seq 200); do [ -s "$HOME/display" ] && break; sleep 0.05; done
DISPLAY=":$(tr -d '\n' <"$HOME/display")"
export DISPLAY
tests/installed/session.sh "$@"
S

environment=(
  HOME="$home/home" TMPDIR="$home/tmp" XDG_RUNTIME_DIR="$home/run" PATH="$PATH" LANG=C.UTF-8
  OUT="$out" PWTEST_CACHE_DIR="$home/tmp/pw" NODE_COMPILE_CACHE="$home/tmp/compiled"
)
while IFS='=' read -r name value; do
  case "$name" in DESK_*|ELECTRON_OVERRIDE_DIST_PATH|CI) environment+=("$name=$value") ;; esac
done < <(env)
session=(dbus-run-session -- bash "$home/session.sh" "$@")

if [ "$(id -u)" != 0 ]; then
  env -i "${environment[@]}" CHECKOUT="$checkout" "${session[@]}"
  exit
fi

id "$user" >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin "$user"
chmod 711 "$home"
chown -R "$user:$user" "$home"/{home,tmp,run} "$out"
dropped=(
  setpriv --reuid="$user" --regid="$user" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs
  env -i "${environment[@]}" USER="$user" LOGNAME="$user"
)
if unshare --net --mount --pid --ipc --fork --mount-proc true 2>/dev/null; then
  # The checkout is bound beside the home, where the user reaches it wherever it lies; everything ends with the pid namespace.
  unshare --net --mount --pid --ipc --fork --kill-child --mount-proc -- bash -euc '
    ip link set lo up
    mount --bind "$1" "$2"
    mount -o remount,bind,ro "$2"
    cd /
    "${@:3}"
  ' sh "$checkout" "$home/checkout" "${dropped[@]}" CHECKOUT="$home/checkout" "${session[@]}"
else
  echo "This machine allows no namespaces: the session has the machine's network."
  "${dropped[@]}" CHECKOUT="$checkout" "${session[@]}"
fi
