-- Orders and refunds that wait are few among all: the overview and the metrics read them every few seconds.
create index orders_unfulfilled on orders (currency, paid_at) where state = 'paid';
create index refunds_unfinished on refunds (currency, created_at) where state in ('asked', 'pending');
