import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchStart, SearchStarts } from '#directory/places/search-start.ts'
import { api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import classes from './directory.module.css'

const readStarts = async (path: string, query: object) =>
  (await api.get<SearchStarts>(path, { query: { ...query }, quiet: true })).items

/** Whether the portal has a geocoder. */
const findsAddresses = () => configuration().findsAddresses

/** About a kilometer: the ZIP code next to it does not need more, and nobody else needs to know it. */
const rounded = (degrees: number) => degrees.toFixed(2)

const readPosition = () =>
  new Promise<GeolocationPosition>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 15_000, maximumAge: 600_000 })
  })

interface Found {
  isReading: boolean
  /** the text of what is wrong */
  problem: string | null
  /** several places of the name that was typed */
  choices: SearchStart[]
}
const nothing: Found = { isReading: false, problem: null, choices: [] }

/** Finds the ZIP code at which a search starts: of a town, county or address that was typed, or next to the browser's position. */
export function useStart() {
  const [found, setFound] = useState(nothing)
  const turn = useRef(0)
  const clear = () => {
    turn.current++
    setFound(nothing)
  }
  /** What was typed, or asked for, meanwhile counts instead. @returns the ZIP code; null if there is not exactly one */
  const find = async (read: () => Promise<SearchStart[] | 'no-position'>) => {
    const own = ++turn.current
    setFound({ ...nothing, isReading: true })
    const starts = await read().catch(() => 'failed' as const)
    if (own !== turn.current) return null
    if (starts === 'failed') setFound({ ...nothing, problem: 'search.startFailed' })
    else if (starts === 'no-position') setFound({ ...nothing, problem: 'search.noPosition' })
    else if (starts.length === 0)
      setFound({ ...nothing, problem: findsAddresses() ? 'search.addressUnknown' : 'search.placeUnknown' })
    else setFound({ ...nothing, choices: starts.length > 1 ? starts : [] })
    return typeof starts === 'object' && starts.length === 1 ? (starts[0]?.zip ?? null) : null
  }
  return {
    ...found,
    clear,
    findTyped: (text: string) => find(() => readStarts('/api/searchStart/', { text })),
    findHere: () =>
      find(async () => {
        const position = await readPosition().catch(() => null)
        if (!position) return 'no-position'
        const { latitude, longitude } = position.coords
        return readStarts('/api/searchStart/nearest', { latitude: rounded(latitude), longitude: rounded(longitude) })
      }),
  }
}
type Start = ReturnType<typeof useStart>

/** A field for what is typed until the search begins. It shows another value once the address has it, and stays mounted. */
export function useSearched(value = '') {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value
  }, [value])
  return { ref: field, defaultValue: value }
}

interface NearFieldProps {
  zip: string | undefined
  zipProblem: string | null
  start: Start
  onZip: (zip: string) => void
}

/** The field for where to search: a ZIP code, a town, a county or an address, or where the browser is. */
export function NearField({ zip, zipProblem, start, onZip }: NearFieldProps) {
  const { t } = useTranslation('services')
  const problem = start.problem ?? (start.choices.length || start.isReading ? null : zipProblem)
  return (
    <TextInput
      {...useSearched(zip)}
      className={classes.near}
      name="near"
      label={t(findsAddresses() ? 'search.nearAddress' : 'search.near')}
      placeholder={t('search.nearHint')}
      autoComplete="postal-code"
      maxLength={100}
      error={problem && t(problem)}
      onChange={start.clear}
      leftSection={<IconMapPin size={20} aria-hidden />}
      rightSectionWidth={44}
      rightSection={
        'geolocation' in navigator && (
          <ActionIcon
            variant="subtle"
            size={40}
            loading={start.isReading}
            aria-label={t('search.here')}
            title={t('search.here')}
            onClick={async () => {
              const found = await start.findHere()
              if (found) onZip(found)
            }}
          >
            <IconCurrentLocation size={20} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}

/** Several places have the name that was typed. */
export function StartChoices({ choices, onZip }: { choices: readonly SearchStart[]; onZip: (zip: string) => void }) {
  const { t } = useTranslation('services')
  return (
    <div role="status">
      {choices.length > 0 && (
        <fieldset className={classes.starts}>
          <legend>{t('search.whichPlace')}</legend>
          {choices.map(({ name, zip }) => (
            <Button key={name} variant="default" size="sm" onClick={() => onZip(zip)}>
              {name}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
