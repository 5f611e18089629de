-- Tokens with which programs make operators' calls. The secret is answered once; its SHA-256 recognises it.
create table api_tokens (
  id uuid primary key,
  name text not null,
  secret_hash bytea not null unique,
  -- As of a role: an object of area: 'read' or 'change'.
  rights jsonb not null,
  -- The game servers that it is limited to; null for all.
  server_ids uuid[],
  -- The operator for whom it acts, within their rights; null for a service token.
  owner bigint,
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_by_owner on api_tokens (owner);
