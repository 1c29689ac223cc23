-- 'This was not me' is one link for every security mail (not_me_link).
drop index account_change_stop;
alter table account_change drop column stop_hashes;
