-- What players ask and the answer to it (J1), in both languages; an answer is HTML that was sanitised before it came here.
create table faqs (
  id uuid primary key,
  question_zh text not null,
  question_en text not null,
  answer_zh text not null,
  answer_en text not null,
  position integer not null,
  published boolean not null,
  created_at timestamptz not null,
  -- When what players read was last changed.
  updated_at timestamptz not null,
  revision integer not null default 1
);
create trigger faqs_revision before update on faqs for each row execute function count_revision();
