-- The codes of the HL7 Gravity SDOH Clinical Care guide that the portal uses.
alter table referral_request add constraint referral_request_need check (need in (
  'food-insecurity',
  'homelessness',
  'housing-instability',
  'inadequate-housing',
  'utility-insecurity',
  'transportation-insecurity',
  'financial-insecurity',
  'material-hardship',
  'employment-status',
  'educational-attainment',
  'health-insurance-coverage-status',
  'medical-cost-burden',
  'personal-health-literacy',
  'stress',
  'social-connection',
  'intimate-partner-violence',
  'elder-abuse',
  'digital-access',
  'digital-literacy',
  'language-access',
  'veteran-status',
  'incarceration-status',
  'sdoh-category-unspecified'
));

alter table consent drop constraint consent_check;
alter table consent add constraint consent_names_recipients check (scope <> 'organizations' or cardinality(recipient_ids) > 0);
