/** What a referral shows of the notifications of its people. */
export { NotifiedPeople } from './notified-people.tsx'
