-- Without these, an organization with many tickets has all of them read and put in order for each page.
create index support_request_of_organization_by_status on support_request (organization_id, status_rank, number);
create index support_request_of_organization_by_priority on support_request (organization_id, priority_rank, number);
create index support_request_of_organization_by_type on support_request (organization_id, support_request_type, number);
create index support_request_of_organization_by_creator on support_request (organization_id, creator_email, number);
