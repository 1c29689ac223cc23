/** What a referral shows of its appointment. */
export { AppointmentCard } from './appointment-card.tsx'
