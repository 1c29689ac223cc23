/** What a referral shows of what its people were told. */
export { ToldPeople } from './told-people.tsx'
