#!/bin/sh
# Runs a command of the portal as root with the user, settings and folder of clutch.service:
#   /opt/clutch/current/deploy/systemd/run.sh server/cli/restore.ts /srv/clutch/backup.tar.zst
# Paths are absolute: the command runs in /opt/clutch/current.
exec systemd-run --quiet --pipe --wait --collect \
  --property=User="${CLUTCH_USER:-clutch}" \
  --property=WorkingDirectory=/opt/clutch/current \
  --property=EnvironmentFile=/etc/clutch/clutch.env \
  --property=Environment=CLUTCH_DATA_DIR="${CLUTCH_DATA_DIR:-/var/lib/clutch}" \
  --property=UMask=0077 \
  /opt/clutch/current/node_modules/.bin/node "$@"
