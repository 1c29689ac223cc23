-- The data manager looks after the directory as a whole: its categories, and what nobody else looks after.
alter table account_role drop constraint account_role_role_check;
alter table account_role add constraint account_role_role_check
  check (role in ('platform-admin', 'developer', 'support-agent', 'data-manager', 'organization-admin', 'organization-staff', 'community-member'));
alter table role_setting drop constraint role_setting_role_check;
alter table role_setting add constraint role_setting_role_check
  check (role in ('platform-admin', 'developer', 'support-agent', 'data-manager', 'organization-admin', 'organization-staff', 'community-member'));
