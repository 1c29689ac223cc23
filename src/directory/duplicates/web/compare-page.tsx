import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { editorPath, useFieldWords } from '#directory/editing/web/editing-public.tsx'
import { hoursField } from '#directory/services/service-document.ts'
import { ApiError } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import shared from '#ui/pairs.module.css'
import type { PairComparison } from '../duplicate-pair.ts'
import { comparedFields, isList, isTakeable } from '../merge-fields.ts'
import { getComparison, mergePair } from './duplicate-calls.ts'
import classes from './duplicates.module.css'
import { useDecision } from './duplicates-page.tsx'
import { PairReasons, SideLines } from './pair-words.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) => getComparison(params.pairId ?? '', request.signal)

const refusals = ['merge-owned', 'merge-named', 'merge-used', 'merge-organizations', 'merge-has-merged'] as const
const isRefusal = (code: string): code is (typeof refusals)[number] => (refusals as readonly string[]).includes(code)

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** What is chosen at first: what the one that stays does not say, and what its lists lack; of one house, no places. */
function firstChoice({ pair, listings, fields }: PairComparison, stays: number) {
  const [own = {}, other = {}] = [listings[stays], listings[1 - stays]].map(
    (listing) => listing && comparedFields(pair.kind, listing),
  )
  return fields.filter(
    (field) =>
      isTakeable(pair.kind, field, own) &&
      !isEmpty(other[field]) &&
      (isList(pair.kind, field) ? field !== 'locationIds' || !pair.reasons.includes('address') : isEmpty(own[field])),
  )
}

/** Two listings side by side, with what differs, to be merged. */
export function Screen() {
  const { t } = useTranslation(['duplicates', 'platform'])
  const comparison = useLoaderData<PairComparison>()
  const { pair, listings, fields } = comparison
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const back = () => void navigate('/admin/duplicates')
  const { sending, decide } = useDecision(pair, back)
  const [stays, setStays] = useState(0)
  const [take, setTake] = useState(() => firstChoice(comparison, 0))
  const [isMerging, setMerging] = useState(false)
  const mayMerge = pair.state !== 'merged'
  const staying = listings[stays]
  const own = staying ? comparedFields(pair.kind, staying) : {}
  const choose = (index: number) => {
    setStays(index)
    setTake(firstChoice(comparison, index))
  }
  const merge = async () => {
    setMerging(true)
    try {
      const versions = Object.fromEntries(listings.map(({ id, version }) => [id, version]))
      await mergePair(pair.id, { stays: listings[stays]?.id ?? '', versions, take })
      notify(t('merge.done'))
      back()
    } catch (error) {
      const code = error instanceof ApiError ? error.code : ''
      if (code === 'stale-version') notify(t('merge.stale'), 'bad')
      else if (isRefusal(code)) notify(t(`merge.refused.${code}`), 'bad')
      else notify(t('platform:notice.wentWrong'), 'bad')
      if (code === 'stale-version') await revalidate()
    } finally {
      setMerging(false)
    }
  }
  return (
    <article className={shared.page}>
      <p className={shared.crumb}>
        <Link to="/admin/duplicates">
          <IconChevronLeft size={18} aria-hidden /> {t('title')}
        </Link>
      </p>
      <PageHeading title={t('compare.title')} lead={t('compare.lead')} />
      <PairReasons pair={pair} />
      <div className={classes.sides}>
        {pair.sides.map((side, at) => (
          <div key={side.id} className={shared.side}>
            <span className={classes.which}>{t(at ? 'compare.second' : 'compare.first')}</span>
            <SideLines pair={pair} side={side} />
            <Link to={editorPath({ kind: pair.kind, id: side.id })}>
              {t(at ? 'compare.editSecond' : 'compare.editFirst')}
            </Link>
          </div>
        ))}
      </div>
      {mayMerge && (
        <div className={shared.side}>
          <span id="stays">{t('merge.stays')}</span>
          <SegmentedControl
            aria-labelledby="stays"
            value={String(stays)}
            onChange={(value) => choose(Number(value))}
            data={[
              { value: '0', label: t('compare.first') },
              { value: '1', label: t('compare.second') },
            ]}
          />
        </div>
      )}
      <h2>{t('compare.differs')}</h2>
      {fields.length === 0 && <p>{t('compare.nothing')}</p>}
      <dl className={classes.fields}>
        {fields.map((field) => (
          <FieldLine
            key={field}
            field={field}
            listings={listings}
            {...(mayMerge && isTakeable(pair.kind, field, own)
              ? {
                  taken: {
                    from: 1 - stays,
                    isTaken: take.includes(field),
                    onChange: (isTaken) => setTake(take.filter((one) => one !== field).concat(isTaken ? field : [])),
                  },
                }
              : {})}
          />
        ))}
      </dl>
      {mayMerge && <p className={shared.soft}>{t(`merge.text.${pair.kind}`)}</p>}
      <div className={shared.actions}>
        <Button variant="default" loading={sending === 'later'} onClick={() => void decide('later')}>
          {t('act.later')}
        </Button>
        <Button variant="default" loading={sending === 'different'} onClick={() => void decide('different')}>
          {t('act.different')}
        </Button>
        {mayMerge && (
          <Button loading={isMerging} disabled={sending !== null} onClick={() => void merge()}>
            {t('merge.submit')}
          </Button>
        )}
      </div>
    </article>
  )
}

interface FieldLineProps {
  field: string
  listings: PairComparison['listings']
  /** Whether the one that stays takes it from the other one, which is the first or the second. */
  taken?: { from: number; isTaken: boolean; onChange: (isTaken: boolean) => void }
}

/** The field of the editor whose words say it: a place is compared by its address as one, and by its own hours. */
const asListed = (field: string, id: string) =>
  field === 'hours' ? hoursField(id) : field === 'address' ? 'address1' : field

/** An address in one line, and accessibility a line each; everything else as the editor has it. */
function shownValue(field: string, value: unknown) {
  if (field === 'accessibility' && Array.isArray(value)) return value.join('\n')
  return field === 'address' && value ? Object.values(value).filter(Boolean).join(', ') : value
}

/** One field of both listings. */
function FieldLine({ field, listings, taken }: FieldLineProps) {
  const { t } = useTranslation('duplicates')
  const [first, second] = listings as [PairComparison['listings'][number], PairComparison['listings'][number]]
  const words = [useFieldWords(first), useFieldWords(second)]
  const values = [first, second].map((listing) => comparedFields(listing.kind, listing))
  const owner = field in (values[0] ?? {}) ? words[0] : words[1]
  const isAdded = isList(first.kind, field)
  const label = owner?.labelOf(asListed(field, first.id)) ?? field
  return (
    <div className={classes.field}>
      <dt>{label}</dt>
      {listings.map((listing, at) => (
        <dd key={listing.id}>
          <span className={classes.which}>{t(at ? 'compare.second' : 'compare.first')}</span>
          <span className={classes.value}>
            {words[at]?.valueText(asListed(field, listing.id), shownValue(field, values[at]?.[field]))}
          </span>
          {taken?.from === at && (
            <Checkbox
              mt={8}
              label={t(isAdded ? 'merge.add' : 'merge.take')}
              aria-label={t(isAdded ? 'merge.addFor' : 'merge.takeFor', { field: label })}
              checked={taken.isTaken}
              onChange={(event) => taken.onChange(event.currentTarget.checked)}
            />
          )}
        </dd>
      ))}
    </div>
  )
}
