import { IconArrowRight, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { leaveOut } from '../leave-out.ts'
import { MAX_COUNTED, MAX_RADIUS_MILES, type Offer, type Relaxed, type ServicePage } from '../service-search.ts'
import classes from './directory.module.css'
import { type Filters, searchAddress } from './use-directory-search.ts'

/** Makes the address of this search with other filters. */
function useAddress() {
  const [params] = useSearchParams()
  return (filters: Filters, change: Filters) => {
    const { anywhere, ...all } = { ...filters, ...change }
    // Only a search for a person starts somewhere without a ZIP code; one that leaves out its place does not.
    return searchAddress(
      all.contactId ? { ...all, anywhere: all.near === '' ? 'true' : (anywhere ?? '') } : all,
      params,
    )
  }
}

/** Links to the search without the conditions that were relaxed. */
export function LeaveOutLinks({ relaxed, filters }: { relaxed: Relaxed[]; filters: Filters }) {
  const { t } = useTranslation('services')
  const addressOf = useAddress()
  const left = relaxed.filter((each) => each !== 'words')
  if (!left.length) return null
  return (
    <p className={classes.leaveOut}>
      {left.map((each) => (
        <Link key={each} to={addressOf(filters, leaveOut[each])} preventScrollReset>
          {t(`leaveOut.${each}`, { most: MAX_RADIUS_MILES })}
        </Link>
      ))}
    </p>
  )
}

/** The last row of a list: what else could be found, and whom to call. It is never a dead end. */
export function WaysOn({ page, shown, filters }: { page: ServicePage; shown: number; filters: Filters }) {
  const { t } = useTranslation('services')
  const offers = page.offers.filter(({ total }) => total > shown)
  // What is shown already leaves these conditions out: the next search must not bring them back.
  const now: Filters = Object.assign(
    {},
    filters,
    ...page.relaxed.map((each) => (each === 'words' ? {} : leaveOut[each])),
  )
  return (
    <nav className={classes.waysOn} aria-label={t('offer.title')}>
      <ul>
        {offers.map((offer) => (
          <li key={offer.relax}>
            <IconArrowRight size={18} aria-hidden />
            <OfferLink offer={offer} shown={shown} filters={now} />
          </li>
        ))}
        <li>
          <IconPhone size={18} aria-hidden />
          <a href="tel:211">{t('offer.call')}</a>
        </li>
      </ul>
    </nav>
  )
}

function OfferLink({
  offer: { relax, radius, total },
  shown,
  filters,
}: {
  offer: Offer
  shown: number
  filters: Filters
}) {
  const { t } = useTranslation('services')
  const addressOf = useAddress()
  if (relax === 'words' || relax === 'place') return null
  const text = t(`offer.${relax === 'distance' ? 'farther' : relax}`, { count: total - shown })
  const change = relax === 'distance' && radius ? { radius: String(radius) } : leaveOut[relax]
  return (
    <Link to={addressOf(filters, change)} preventScrollReset>
      {total < MAX_COUNTED ? text : t('offer.atLeast', { offer: text })}
    </Link>
  )
}
