/** Whether a name is one of a time zone that can be chosen. */
export const isTimeZone = (zone: string) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)
