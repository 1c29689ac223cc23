import { phoneLink, phoneText } from '#platform/schema/phone-number.ts'

/** A stored telephone number that a phone calls. */
export const CallLink = ({ number }: { number: string }) => <a href={phoneLink(number)}>{phoneText(number)}</a>
