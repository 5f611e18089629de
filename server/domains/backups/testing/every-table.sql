-- At least one row of every table, with what a copy could lose: tabs, line breaks, backslashes, empty and null, Chinese, bytes,
-- arrays, JSON, microseconds, the largest numbers. `sealed` stands for sealed texts.
insert into users (id, steam_id, email, password_hash, username, created_at) values
  ('00000000-0000-7000-8000-000000000001', 76561197960265729, 'a@example.org', '$argon2id$v=19$m=1', E'换\t行\n与\\N', '2026-01-01 00:00:00.123456Z'),
  ('00000000-0000-7000-8000-000000000002', 76561197960265730, null, null, null, '2026-01-01Z');
insert into steam_profiles (steam_id, name, picture, picture_type, picture_at, fetched_at) values
  (76561197960265729, E'\\N', '\x00ff0a095c', 'image/png', now(), now()),
  (76561197960265730, '', null, null, null, now());
insert into sessions values
  ('00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000001', 'steam', now(), now(), now(), '203.0.113.0', E'a "b"\r\n', null);
insert into sign_ins values ('\x01', '\x02', null, now(), now());
insert into openid_nonces values ('2026-01-01T00:00:00Zabc', now());
insert into tickets values ('\x03', 'link', 76561197960265729, null, now());
insert into bind_tokens (id, user_id, expires_at) values
  ('00000000-0000-7000-8000-000000000004', '00000000-0000-7000-8000-000000000001', now());
insert into email_codes values ('b@example.org', '\x04', 2, now(), now());
insert into password_resets values ('\x05', '00000000-0000-7000-8000-000000000001', now());
insert into second_factors values ('00000000-0000-7000-8000-000000000001', :sealed, now(), 9007199254740993, now());
insert into recovery_codes values ('00000000-0000-7000-8000-000000000001', '\x06', null);
insert into rate_limits values ('sign-in', '\x07', now());
insert into audit_log (at, actor, action, subject, detail, address, user_agent, before, after) values
  (now(), 'operator', 'PATCH /api/operator/portal', '', '{"refused": "edit.conflict"}', '', '', '{"a": 1.50}', null);
insert into user_blocks values ('00000000-0000-7000-8000-000000000002', '作弊', now(), null, 'operator');

insert into portal_settings values ('name', '{"zh": "名字\n", "en": "\u0001\\"}', now());
insert into servers (id, ip, port, protocol, name, name_display, category, region, tickrate, players_max, reserved, ontop, star,
    hidden, rules_zh, rules_en, rcon_password, created_at) values
  ('00000000-0000-7000-8000-000000000010', '192.0.2.1', 27015, 'valve', 'One', E'一\t', 'dm', 'ap-tokyo', '128', null, 0, 0, 0,
    false, '<p>\\.</p>', '', :sealed, now());
update servers set name = 'Revised';
insert into server_status (server_id, state, map, players, max, bots, locked) values
  ('00000000-0000-7000-8000-000000000010', 'online', 'de_dust2', 3, 10, 0, false);
insert into server_history_minutes values ('00000000-0000-7000-8000-000000000010', now(), 3, 1, 3);
insert into server_history_hours values ('00000000-0000-7000-8000-000000000010', now(), 3, 1, 3);
insert into player_counts values (now(), 2.5);
insert into announcements values ('00000000-0000-7000-8000-000000000011', E'公告\n', 'News', 1, now());
insert into faqs values ('00000000-0000-7000-8000-000000000012', '问', 'Q', '<p>答</p>', '<p>A</p>', 1, true, now(), now());
insert into game_bind_codes values ('\x08', 76561197960265729, '00000000-0000-7000-8000-000000000010', now());

insert into memberships values (76561197960265729, 'vip', null, now()), (76561197960265730, 'op', 'infinity', now());
insert into operators values (76561197960265730, 'owner', '{00000000-0000-7000-8000-000000000010}');
insert into seasons values ('00000000-0000-7000-8000-000000000020', '赛季', 'Season', now(), null);
insert into boards (span, season_id, mode) values ('season', '00000000-0000-7000-8000-000000000020', 'dm'), ('all', null, 'dm');
insert into board_rows values (1, 76561197960265729, 1, 2, 3, 4, 5, 6, 7, 8, 9, -10, 11);
insert into standings values (1, 0, -1, 2, 76561197960265729);
insert into standing_ranges values (1, 0, -1, 2, 76561197960265729, 1);
insert into standing_blocks values (1, 0, -1, 2, 76561197960265729, 1);
insert into standing_groups values (76561197960265729, 1);
insert into hidden_players values (76561197960265731, '', now());
insert into player_servers values (76561197960265729, '00000000-0000-7000-8000-000000000010', E'a\tb', now(), now(), 1, 2);
insert into player_days values (76561197960265729, 'dm', '2026-02-28', 1, 2, 3, 4);
insert into board_resets values ('00000000-0000-7000-8000-000000000021', 76561197960265729, null, null, null, 'done', 1, now());
insert into board_reset_rows values ('00000000-0000-7000-8000-000000000021', 1, 76561197960265729, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
insert into board_flags values ('00000000-0000-7000-8000-000000000022', 76561197960265729, null, 'rate', '[]', '2026-02-28', now(), null);
insert into event_secrets (hash, server_id, created_at) values ('\x09', '00000000-0000-7000-8000-000000000010', now());
insert into event_streams (server_id, kind, token, head) values ('00000000-0000-7000-8000-000000000010', 'log', 't', 1);
insert into event_batches (stream_id, at, begins, ends, key, body, received_at, free_for_all, min_humans)
  select 1, n, 0, 0, 'k', convert_to(repeat(E'line\\\n', n), 'UTF8'), now(), false, 2 from generate_series(1, 50) as n;

insert into prices values ('vip', '1m', false, 'CNY', 2147483647, now());
insert into coupons (code, percent, products, created_at) values ('HALF', 50, '{vip,"vip_card"}', now());
-- An order that points at the attempt that points at it, and one that points at another order that comes later.
insert into orders (id, number, user_id, buyer, product, product_id, options, duration, description_zh, description_en, method,
    currency, list_amount, amount, state, created_at) values
  ('00000000-0000-7000-8000-000000000030', 'n1', '00000000-0000-7000-8000-000000000001', 76561197960265729, 'server_rental', 'p',
    jsonb_build_object('password', :sealed), '1m', '', '', 'wechat', 'CNY', 100, 100, 'open', now()),
  ('00000000-0000-7000-8000-000000000031', 'n2', '00000000-0000-7000-8000-000000000001', 76561197960265729, 'vip_card', 'p', '{}',
    '1m', '', '', 'paypal', 'USD', 100, 100, 'open', now());
insert into payment_attempts (id, order_id, no, provider, device, amount, currency, state, created_at, paid_at, request_id) values
  ('00000000-0000-7000-8000-000000000032', '00000000-0000-7000-8000-000000000030', 'abcdefgh', 'wechat', 'mobile', 100, 'CNY', 'paid', now(), now(), 'request-1');
update orders set state = 'fulfilled', paid_at = now(), fulfilled_at = now(), paid_by = '00000000-0000-7000-8000-000000000032',
  purchase = '00000000-0000-7000-8000-000000000031' where number = 'n1';
insert into payment_events (provider, event, kind, no, verdict, at) values ('wechat', 'e', 'paid', 'abcdefgh', 'accepted', now());
insert into refunds (id, order_id, attempt_id, no, amount, currency, state, of_order, reason, asked_by, created_at, request_id) values
  ('00000000-0000-7000-8000-000000000033', '00000000-0000-7000-8000-000000000030', '00000000-0000-7000-8000-000000000032',
    'refund01', 1, 'CNY', 'asked', true, '', 'operator', now(), 'request-2');
insert into refund_requests (order_id, attempt_id, amount, currency, reason, requested_by, requested_at) values
  ('00000000-0000-7000-8000-000000000030', '00000000-0000-7000-8000-000000000032', 1, 'CNY', '', 'operator', now());
insert into money_steps (order_id, thing, from_state, to_state, reason, at) values
  ('00000000-0000-7000-8000-000000000030', 'order', 'open', 'paid', '', now());
insert into money_alerts (id, kind, subject, detail, first_at, last_at) values
  ('00000000-0000-7000-8000-000000000034', 'k', 's', '{}', now(), now());
insert into order_questions values ('00000000-0000-7000-8000-000000000035', '00000000-0000-7000-8000-000000000030', '?', now());
insert into money_reports values ('paypal', '2026-01-01', now(), '{"n": 1e2}');
insert into payment_providers (provider, host, stand_in) values ('wechat', 'example.org', false);

insert into vip_terms values ('00000000-0000-7000-8000-000000000040', 76561197960265729, 'order', '00000000-0000-7000-8000-000000000030', now(), now());
insert into gift_cards (id, hash, sealed, begins, duration, order_id, user_id, created_at, expires_at) values
  ('00000000-0000-7000-8000-000000000041', '\x0a', :sealed, 'AB', '1m', '00000000-0000-7000-8000-000000000031',
    '00000000-0000-7000-8000-000000000001', now(), now());
insert into privileges (id, position, content_zh, content_en, flags, created_at) values
  ('00000000-0000-7000-8000-000000000042', 1, '特权', 'Privilege', '{"vip": 1}', now());
insert into vip_on_servers values ('00000000-0000-7000-8000-000000000010', 76561197960265729, 'VIP', null, now());
insert into vip_deliveries (server_id, console, try_at, tries, problem) values
  ('00000000-0000-7000-8000-000000000010', 'c', now() + interval '1 hour', 4, 'no answer');
insert into vip_notices values (76561197960265729, now(), 3, now());
insert into vip_covers values ('00000000-0000-7000-8000-000000000043', 76561197960265729, now());

update regions set capacity = 5 where code = 'ap-tokyo';
insert into rentals (id, number, user_id, owner, name, password, rcon_password, report_secret, admins, relocatable, region, duration,
    created_at, expires_at, generation, state, state_at, changed_at, request_id) values
  ('00000000-0000-7000-8000-000000000050', 'sv-abc123', '00000000-0000-7000-8000-000000000001', 76561197960265729, '训练', :sealed,
    :sealed, :sealed, '[{"steamid": "76561197960265729", "name": "x", "servername": "y"}]', false, 'ap-tokyo', '4h', now(), now(), 1,
    'running', now(), now(), 'request-1');
insert into rental_orders (order_id, rental_id, kind, starts_at, ends_at, at) values
  ('00000000-0000-7000-8000-000000000030', '00000000-0000-7000-8000-000000000050', 'new', now(), now(), now());
insert into rental_instances (rental_id, generation, region, driver, host_name, host, public_host, port, state, created_at) values
  ('00000000-0000-7000-8000-000000000050', 1, 'ap-tokyo', 'process', 'n', '127.0.0.1', '127.0.0.1', 27200, 'ready', now());
insert into login_tokens values
  ('00000000-0000-7000-8000-000000000056', :sealed, '\x0a', 'CDEF', 90071996842377216, now(), null,
    '00000000-0000-7000-8000-000000000050', 1, now());
update game_settings set nightly_hour = 5, workshop_key = :sealed;
insert into blocked_ports values ('n', 27201, now());
insert into rental_switches (id, rental_id, from_region, to_region, by_owner, day, state, asked_at) values
  ('00000000-0000-7000-8000-000000000051', '00000000-0000-7000-8000-000000000050', 'ap-tokyo', 'ap-seoul', true, '2026-01-01', 'running', now());
insert into rental_map_changes (id, rental_id, map, mode, state, asked_at) values
  ('00000000-0000-7000-8000-000000000057', '00000000-0000-7000-8000-000000000050', 'de_mirage', 'match', 'waiting', now());
insert into workshop_maps values ('3070284539', 'Aim', 'aim_map', now());
insert into rental_scores values ('00000000-0000-7000-8000-000000000050', 'A', 'B', 3, 2, false, now());
insert into rental_grenades values ('00000000-0000-7000-8000-000000000058', '00000000-0000-7000-8000-000000000050', 'collected',
  '{"default":{}}', 0, now(), null, true);
insert into rental_mails values ('00000000-0000-7000-8000-000000000050', now(), '1h', now());
insert into rental_lines (rental_id, at, what) values ('00000000-0000-7000-8000-000000000050', now(), 'made');
insert into rental_players values ('00000000-0000-7000-8000-000000000050', 76561197960265729, 'x', now());
insert into rental_demos values
  ('00000000-0000-7000-8000-000000000052', '00000000-0000-7000-8000-000000000050', 'a.dem', 5, now()),
  ('00000000-0000-7000-8000-000000000053', '00000000-0000-7000-8000-000000000050', 'gone.dem', 5, now());
insert into rental_demo_files values ('00000000-0000-7000-8000-000000000050', 'a.dem', 5, now());
insert into event_streams (rental_id, kind, token, head) values ('00000000-0000-7000-8000-000000000050', 'matchzy', 't', 1);
insert into commands (id, position, command, description_zh, description_en, type) values
  ('00000000-0000-7000-8000-000000000054', 1, '.ready', '准备', 'Ready', 'Match');
insert into host_checks values ('\x09', now(), now(), 9007199254740993, null);
insert into hosts (host_name, driver) values ('n', 'process');
insert into fleet_jobs (id, kind, host_name, started_at, parallel) values
  ('00000000-0000-7000-8000-000000000055', 'drain', 'n', now(), 2);
insert into fleet_job_items (job_id, rental_id, changed_at, switch_id) values
  ('00000000-0000-7000-8000-000000000055', '00000000-0000-7000-8000-000000000050', now(),
    '00000000-0000-7000-8000-000000000051');
insert into rcon_commands (id, server_id, at, actor, command, output, ms)
  select id, id, now(), 'operator', 'status', E'# players\n', 3 from servers;
insert into rcon_refusals select id, 'x', 1, now(), now() from servers;
insert into server_maps select id, '{de_dust2,de_mirage}', now() from servers;
insert into idempotency_keys values ('00000000-0000-7000-8000-000000000055', 'cards 5 1m cup', now());
insert into backups (id, kind, state, requested_at, name, size)
  values ('00000000-0000-7000-8000-000000000056', 'backup', 'done', now(), 'clutch-2026-11-25T04-40-00Z.tar.zst', 9);
insert into sanctions (id, kind, steam_id, reason, source, created_at, created_by) values
  ('00000000-0000-7000-8000-000000000060', 'ban', 76561197960265729, '作弊', 'portal', now(), 'operator');
insert into sanction_comments values
  ('00000000-0000-7000-8000-000000000061', '00000000-0000-7000-8000-000000000060', now(), 'operator', 'x');
insert into sanction_servers (sanction_id, server_id, steam_id, wanted, state, changed_at)
  select '00000000-0000-7000-8000-000000000060', id, 76561197960265729, 'applied', 'applied', now() from servers;
insert into sanction_checks select id, now() from servers;
insert into api_tokens (id, name, secret_hash, rights, owner, created_at)
  values ('00000000-0000-7000-8000-000000000059', 'Overlay', '\x0a', '{"servers": "read"}', 76561197960265729, now());
insert into notification_channels (id, kind, name, language, target, target_name, secret, former_secret, created_at) values
  ('00000000-0000-7000-8000-000000000060', 'webhook', 'Bot', 'zh', :sealed, 'example.org', :sealed, :sealed, now());
insert into notification_channel_states (channel_id, failing_since, failures, problem)
  values ('00000000-0000-7000-8000-000000000060', now(), 2, 'answered with status 500');
insert into notification_rules (id, name, channel_id, kinds, min_severity, digest_minutes, enabled, applies_from) values
  ('00000000-0000-7000-8000-000000000061', 'all', '00000000-0000-7000-8000-000000000060', '{server.down}', 'info', 0, true, now());
insert into notification_events (id, kind, subject, fields, at, distributed) values
  ('00000000-0000-7000-8000-000000000062', 'server.down', 's', '{"server": "One"}', now(), true);
insert into notification_deliveries (id, channel_id, event_id, kind, subject, due_at, tries, created_at) values
  ('00000000-0000-7000-8000-000000000063', '00000000-0000-7000-8000-000000000060', '00000000-0000-7000-8000-000000000062',
    'server.down', 's', now(), 2, now());
insert into cases (id, kind, steam_id, server_id, report_count, weight, assignee, opened_at, updated_at)
  values ('00000000-0000-7000-8000-00000000005a', 'report', 76561197960265729, null, 1, 100, 76561197960265730, now(), now());
insert into player_reports (id, case_id, reporter, steam_id, name, server_id, reason, text, source, weight, at, evidence_at, evidence)
  values ('00000000-0000-7000-8000-00000000005b', '00000000-0000-7000-8000-00000000005a', 76561197960265730, 76561197960265729, '小明',
    null, 'cheating', E'透视\nde_mirage', 'chat', 100, now(), now(), '[{"kind": "said", "text": "wh"}]');
insert into case_comments values ('00000000-0000-7000-8000-00000000005c', '00000000-0000-7000-8000-00000000005a', 'operator', 'seen', now());
insert into appeal_messages values ('00000000-0000-7000-8000-00000000005d', '00000000-0000-7000-8000-00000000005a', 'player', '76561197960265729', 'sorry', now());
insert into notification_conditions values ('server.down', 's', now(), true, '', '');
insert into linked_accounts select id, 'discord', '100000000000000001', 'Kite', now() from users limit 1;
insert into account_link_attempts select '\x0b', '\x0c', id, 'qq', :sealed, now() from users limit 1;
insert into discord_roles (discord_id, role_ids, checked_at) values ('100000000000000001', '{300000000000000001}', now());
insert into notification_live_messages values ('00000000-0000-7000-8000-000000000060', 30, '13', '\x0a', now());
insert into push_keys (public_key, private_key, created_at) values ('BA', :sealed, now());
insert into push_subscriptions (id, user_id, session_id, endpoint_hash, target, service, language, user_agent, created_at)
  select '00000000-0000-7000-8000-000000000064', id, null, '\x0b', :sealed, 'push.example', 'zh', 'Firefox', now() from users limit 1;
insert into push_messages (id, subscription_id, kind, thread, subject, fields, at, due_at, expires_at) values
  ('00000000-0000-7000-8000-000000000065', '00000000-0000-7000-8000-000000000064', 'rental-ready', 'rental', 'sv-1', '{"name": "77"}',
    now(), now(), now());
