-- The console's list of orders: the newest first, and the few that need attention.
create index orders_created on orders (created_at desc, id desc);
create index orders_problem on orders (id) where problem <> '' and state not in ('fulfilled', 'refunded');
create index payment_attempts_disputed on payment_attempts (order_id) where state = 'disputed';
create index refunds_failed on refunds (order_id) where state = 'failed';
