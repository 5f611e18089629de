-- Of the bytes that were missing right before a batch, those that an operator has acknowledged: `missing`, and the sums of the
-- stream, hold only the rest. A batch that is counted again subtracts them again.
alter table event_batches add column acknowledged bigint not null default 0;
