-- Named filters and order of a list, of tickets or of referrals: one table for both.
alter table support_request_view rename to list_view;
alter table list_view add column list text not null default 'tickets' check (list in ('tickets', 'referrals'));
alter table list_view alter column list drop default;
alter table list_view rename constraint support_request_view_pkey to list_view_pkey;
alter table list_view rename constraint support_request_view_check to list_view_check;
alter table list_view rename constraint support_request_view_shared_with_check to list_view_shared_with_check;
alter table list_view rename constraint support_request_view_organization_id_fkey to list_view_organization_id_fkey;
alter table list_view rename constraint support_request_view_owner_id_fkey to list_view_owner_id_fkey;
drop index support_request_view_name;
create unique index list_view_name on list_view (owner_id, list, lower(name));
drop index support_request_view_organization;
create index list_view_organization on list_view (organization_id, list) where shared_with = 'organization';
drop index support_request_view_agents;
create index list_view_agents on list_view (list) where shared_with = 'agents';
