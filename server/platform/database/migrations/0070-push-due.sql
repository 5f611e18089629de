-- When a message for a browser may be sent: a worker finds the next one by it, however many browsers there are.
alter table push_messages add column due_at timestamptz;
update push_messages set due_at = greatest(at, next_at)
  from push_subscriptions where push_subscriptions.id = subscription_id;
alter table push_messages alter column due_at set not null;
create index push_messages_due on push_messages (due_at, seq);
