import type { z } from 'zod'
import * as rows from './directory-rows.ts'

/** Every published column of a record must be in `published`, every other one in `withheld`. */
const choose = <Shape extends z.ZodRawShape>(
  row: z.ZodObject<Shape>,
  columns: { published: readonly (keyof Shape & string)[]; withheld: readonly (keyof Shape & string)[] },
) => ({ row, published: columns.published as readonly string[], withheld: columns.withheld as readonly string[] })

/**
 * The public part of the directory at /hsds/, by table. A column in neither list fails a test, and is not published.
 * Organizations and attributes list their columns where they are published.
 */
export const hsdsColumns = {
  program: choose(rows.Program, {
    published: ['id', 'organizationId', 'name', 'alternateName', 'description'],
    withheld: ['sourceName', 'sourceKey'],
  }),
  service: choose(rows.Service, {
    published: [
      'id',
      'organizationId',
      'programId',
      'name',
      'alternateName',
      'description',
      'url',
      'email',
      'status',
      'interpretationServices',
      'applicationProcess',
      'feesDescription',
      'waitTime',
      'accreditations',
      'licenses',
      'eligibilityDescription',
      'minimumAge',
      'maximumAge',
      'alert',
      'assuredDate',
      'assurerEmail',
      'lastModified',
    ],
    withheld: ['keywords', 'statusSaid', 'sourceName', 'sourceKey', 'editedOn', 'createdOn', 'changedOn', 'version'],
  }),
  location: choose(rows.Location, {
    published: [
      'id',
      'organizationId',
      'locationType',
      'name',
      'alternateName',
      'description',
      'transportation',
      'url',
      'latitude',
      'longitude',
      'externalIdentifier',
      'externalIdentifierType',
    ],
    withheld: [
      'zipLatitude',
      'zipLongitude',
      'doubtedLatitude',
      'doubtedLongitude',
      'sourceName',
      'sourceKey',
      'editedOn',
      'createdOn',
      'changedOn',
      'version',
    ],
  }),
  serviceAtLocation: choose(rows.ServiceAtLocation, {
    published: ['id', 'serviceId', 'locationId', 'description'],
    withheld: ['sourceName', 'sourceKey'],
  }),
  address: choose(rows.Address, {
    published: [
      'id',
      'locationId',
      'attention',
      'address1',
      'address2',
      'city',
      'region',
      'stateProvince',
      'postalCode',
      'country',
      'addressType',
    ],
    withheld: ['sourceName', 'sourceKey'],
  }),
  directoryContact: choose(rows.DirectoryContact, {
    published: [
      'id',
      'organizationId',
      'serviceId',
      'locationId',
      'serviceAtLocationId',
      'name',
      'title',
      'department',
      'email',
    ],
    withheld: ['sourceName', 'sourceKey'],
  }),
  phone: choose(rows.Phone, {
    published: [
      'id',
      'serviceId',
      'locationId',
      'serviceAtLocationId',
      'organizationId',
      'contactId',
      'number',
      'extension',
      'type',
      'description',
    ],
    withheld: ['sourceName', 'sourceKey'],
  }),
  schedule: choose(rows.Schedule, {
    published: [
      'id',
      'serviceId',
      'locationId',
      'serviceAtLocationId',
      'validFrom',
      'validTo',
      'dtstart',
      'timezone',
      'until',
      'count',
      'wkst',
      'freq',
      'interval',
      'byday',
      'byweekno',
      'bymonthday',
      'byyearday',
      'description',
      'opensAt',
      'closesAt',
      'scheduleLink',
      'attendingType',
      'notes',
    ],
    withheld: ['isHoliday', 'isYearly', 'isUnderstood', 'byAppointment', 'sourceName', 'sourceKey'],
  }),
  language: choose(rows.Language, {
    published: ['id', 'serviceId', 'locationId', 'phoneId', 'name', 'code', 'note'],
    withheld: ['sourceName', 'sourceKey'],
  }),
  accessibility: choose(rows.Accessibility, {
    published: ['id', 'locationId', 'description', 'details', 'url'],
    withheld: ['sourceName', 'sourceKey'],
  }),
  serviceArea: choose(rows.ServiceArea, {
    published: ['id', 'serviceId', 'serviceAtLocationId', 'name', 'description', 'extent', 'extentType', 'uri'],
    withheld: ['keys', 'statedBy', 'because', 'sourceName', 'sourceKey'],
  }),
  costOption: choose(rows.CostOption, {
    published: ['id', 'serviceId', 'validFrom', 'validTo', 'option', 'currency', 'amount', 'amountDescription'],
    withheld: ['sourceName', 'sourceKey'],
  }),
  requiredDocument: choose(rows.RequiredDocument, {
    published: ['id', 'serviceId', 'document', 'uri'],
    withheld: ['sourceName', 'sourceKey'],
  }),
  taxonomy: choose(rows.Taxonomy, {
    published: ['id', 'name', 'description', 'uri'],
    withheld: ['version', 'sourceName', 'sourceKey'],
  }),
  taxonomyTerm: choose(rows.TaxonomyTerm, {
    published: ['id', 'taxonomyId', 'parentId', 'code', 'name', 'description', 'language', 'termUri'],
    withheld: ['formerCode', 'pathIds', 'sourceName', 'sourceKey'],
  }),
}
export type HsdsTable = keyof typeof hsdsColumns
