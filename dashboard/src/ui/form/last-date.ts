/** Of a date field. Without a maximum, browsers accept years of six digits. */
export const lastDate = '9999-12-31'
