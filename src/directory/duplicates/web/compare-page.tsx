import { Button } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { editorPath, useFieldWords } from '#directory/editing/web/editing-public.tsx'
import { fieldsOf } from '#directory/services/service-document.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import type { PairComparison } from '../duplicate-pair.ts'
import { getComparison } from './duplicate-calls.ts'
import classes from './duplicates.module.css'
import { useDecision } from './duplicates-page.tsx'
import { PairReasons, SideLines } from './pair-words.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) => getComparison(params.pairId ?? '', request.signal)

/** Two listings side by side, with what differs. */
export function Screen() {
  const { t } = useTranslation('duplicates')
  const { pair, listings, fields } = useLoaderData<PairComparison>()
  const navigate = useNavigate()
  const back = () => void navigate('/admin/duplicates')
  const { sending, decide } = useDecision(pair, back)
  return (
    <article className={classes.page}>
      <p className={classes.crumb}>
        <Link to="/admin/duplicates">
          <IconChevronLeft size={18} aria-hidden /> {t('title')}
        </Link>
      </p>
      <PageHeading title={t('compare.title')} lead={t('compare.lead')} />
      <PairReasons pair={pair} />
      <div className={classes.sides}>
        {pair.sides.map((side, at) => (
          <div key={side.id} className={classes.side}>
            <SideLines pair={pair} side={side} />
            <Link to={editorPath({ kind: pair.kind, id: side.id })}>
              {t(at ? 'compare.editSecond' : 'compare.editFirst')}
            </Link>
          </div>
        ))}
      </div>
      <h2>{t('compare.differs')}</h2>
      {fields.length === 0 && <p>{t('compare.nothing')}</p>}
      <dl className={classes.fields}>
        {fields.map((field) => (
          <FieldLine key={field} field={field} listings={listings} />
        ))}
      </dl>
      <div className={classes.actions}>
        <Button variant="default" loading={sending === 'later'} onClick={() => void decide('later')}>
          {t('act.later')}
        </Button>
        <Button variant="default" loading={sending === 'different'} onClick={() => void decide('different')}>
          {t('act.different')}
        </Button>
      </div>
    </article>
  )
}

/** One field of both listings. */
function FieldLine({ field, listings }: { field: string; listings: PairComparison['listings'] }) {
  const { t } = useTranslation('duplicates')
  const [first, second] = listings as [PairComparison['listings'][number], PairComparison['listings'][number]]
  const words = [useFieldWords(first), useFieldWords(second)]
  const owner = field in fieldsOf(first.values) ? words[0] : words[1]
  return (
    <div className={classes.field}>
      <dt>{owner?.labelOf(field)}</dt>
      {listings.map((listing, at) => (
        <dd key={listing.id}>
          <span className={classes.which}>{t(at ? 'compare.second' : 'compare.first')}</span>
          <span className={classes.value}>{words[at]?.valueText(field, fieldsOf(listing.values)[field])}</span>
        </dd>
      ))}
    </div>
  )
}
