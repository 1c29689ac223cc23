-- The reports of one's organization and of the network come by mail, too.
alter table report_schedule drop constraint report_schedule_report_check;
alter table report_schedule add constraint report_schedule_report_check check (report in ('unmet-needs', 'organization', 'network'));
-- With which filters it was made.
alter table report_run add column filters jsonb;
update report_run set filters = jsonb_strip_nulls(jsonb_build_object('scope', result -> 'scope', 'need', result -> 'need', 'state', result -> 'state'));
alter table report_run alter column filters set not null;
alter table report_run add constraint report_run_report_check check (report in ('unmet-needs', 'organization', 'network'));
