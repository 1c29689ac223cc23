-- Who had switched off all e-mail about referrals gets none about messages either.
update user_preference set email_for_message_on_referral = 'None'
where email_for_message_on_referral = 'All' and email_for_incoming_referral = 'None' and email_for_direct_referral = 'None'
  and email_for_confirmation_of_sent_referral = 'None' and email_for_status_change_of_referral = 'None';
