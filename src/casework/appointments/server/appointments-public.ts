/** What other features may use of appointments. */
export { eraseAppointments, findAppointment, listAppointments, listPersonAppointments } from './appointment-queries.ts'
export { endAppointment, putAppointment, showAppointment } from './save-appointment.ts'
