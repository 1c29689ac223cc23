-- Without its recorder, an answer that staff recorded would count as the person's own.
alter table help_answer drop constraint help_answer_recorded_by_fkey;
alter table help_answer add constraint help_answer_recorded_by_fkey
  foreign key (recorded_by) references account on delete restrict;
