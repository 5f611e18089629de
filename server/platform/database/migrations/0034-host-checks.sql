-- Tokens by which a host proves its way to the portal, and the bytes that arrived by each.
create table host_checks (
  -- SHA-256 of the token.
  hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  log_bytes bigint,
  demo_bytes bigint
);
