-- Staff of the sender record what a person said on the telephone; null: the person answered themselves.
alter table help_answer add column recorded_by uuid references account on delete set null;
create index help_answer_recorded_by on help_answer (recorded_by) where recorded_by is not null;
