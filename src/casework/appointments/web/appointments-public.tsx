/** What a referral shows of its appointment. */
export { AppointmentCard } from './appointment-card.tsx'
export { AppointmentView, mistakeOf, type Saved } from './appointment-view.tsx'
