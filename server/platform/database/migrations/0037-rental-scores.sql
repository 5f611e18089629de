-- The score of the match that a rented server plays or played last, by MatchZy's reports.
create table rental_scores (
  rental_id uuid primary key references rentals on delete cascade,
  -- As MatchZy calls the teams; players choose the names.
  team1 text not null,
  team2 text not null,
  score1 integer not null,
  score2 integer not null,
  is_over boolean not null,
  reported_at timestamptz not null
);
