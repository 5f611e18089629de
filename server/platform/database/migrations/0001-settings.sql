-- What the operator sets while the portal runs: switches, texts, notes. What needs a restart is a setting of server/platform/config/config.ts.
create table portal_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);
