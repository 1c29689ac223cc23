-- Home shows what could not be sent to everybody of the organization who may send it.
create index referral_sending_refused on referral_sending (referral_id) where refused is not null;
