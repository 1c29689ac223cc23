-- An administrator asks for somebody's second factors to be removed, because all of them are lost. It waits three days, in
-- which the owner can object; the row is open and ends like that of a change.
alter table account_change drop constraint account_change_kind_check;
alter table account_change add constraint account_change_kind_check check (kind in ('email', 'phone', 'factors'));
