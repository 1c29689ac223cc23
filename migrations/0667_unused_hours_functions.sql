-- Since `hours_of_days`, nothing reads these any more.
drop function opening_hours(uuid, uuid, date);
drop function deciding_schedules(uuid, uuid, date);
drop function are_hours_known(uuid, uuid, date);
drop function is_by_appointment(uuid, uuid, date);
