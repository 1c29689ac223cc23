import { type LoaderFunctionArgs, redirect } from 'react-router'
import { api } from '#platform/web/api.ts'
import { currentUser } from '#platform/web/guards.ts'
import type { SupportRequestPage } from '../support-request-call.ts'

const NONE = '00000000-0000-0000-0000-000000000000'

/** A ticket's path by its number, for links elsewhere: opens the ticket over the list. */
export async function loader({ params: { ticketNumber = '' } }: LoaderFunctionArgs) {
  await currentUser()
  const { items } = await api.get<SupportRequestPage>('/api/supportPortal/supportRequest/', {
    quiet: true,
    query: { ticketNumber, limit: 50 },
  })
  const asked = ticketNumber.toUpperCase()
  const ticket = items.find((one) => one.ticketNumber === asked)
  // If the ticket does not exist or the reader may not see it, the ticket's dialog says so.
  throw redirect(`/support/helpDesk?view=${ticket?.id ?? NONE}`)
}

/** Never rendered: the loader redirects. */
export const Screen = () => null
