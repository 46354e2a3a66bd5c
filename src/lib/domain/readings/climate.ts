/** Figures of air and of what is stored in it. */

/** Magnus formula over water, −45 to 60 °C (WMO-No. 8, Guide to Instruments and Methods of Observation, annex 4.B; Sonntag 1990). */
const MAGNUS_A = 17.62;
const MAGNUS_B = 243.12;
const MAGNUS_HPA = 6.112;

/**
 * @param temperature °C
 * @param humidity relative, %, above 0
 * @returns dew point, °C
 */
export function dewPoint(temperature: number, humidity: number): number {
  const exponent = Math.log(humidity / 100) + (MAGNUS_A * temperature) / (MAGNUS_B + temperature);
  return (MAGNUS_B * exponent) / (MAGNUS_A - exponent);
}

/**
 * Pressure of the water that air can hold.
 * @param temperature °C
 * @returns hPa
 */
export const saturationPressure = (temperature: number): number =>
  MAGNUS_HPA * Math.exp((MAGNUS_A * temperature) / (MAGNUS_B + temperature));

const KELVIN = 273.15;
/** J/(K·kg) of water vapour. */
const GAS_CONSTANT_VAPOUR = 461.52;

/**
 * Water in a cubic metre of air, e ÷ (R_v·T).
 * @param temperature °C
 * @param humidity relative, %
 * @returns g/m³
 */
export const absoluteHumidity = (temperature: number, humidity: number): number =>
  // hPa → Pa and kg → g
  (saturationPressure(temperature) * humidity * 1_000) / (GAS_CONSTANT_VAPOUR * (temperature + KELVIN));

/** kJ/mol and kJ/(mol·K): with them ΔH ÷ R is 10,000 K (USP ⟨1079.2⟩; Haynes 1971). */
export const ACTIVATION_ENERGY = 83.14472;
const GAS_CONSTANT = 8.314472e-3;

/**
 * Mean kinetic temperature: what steady temperature would age goods as these ones did, T = (ΔH ÷ R) ÷ −ln(mean(e^(−ΔH ÷ R·Tᵢ))).
 * @param temperatures °C, each standing for as much time as the others; not empty
 * @param energy activation energy, kJ/mol
 * @param weights of time, where the temperatures stand for different lengths of it
 * @returns °C; NaN without temperatures
 */
export function meanKineticTemperature(temperatures: readonly number[], energy = ACTIVATION_ENERGY, weights?: readonly number[]): number {
  const ratio = energy / GAS_CONSTANT;
  let [sum, weight] = [0, 0];
  for (const [at, temperature] of temperatures.entries()) {
    const share = weights?.[at] ?? 1;
    sum += share * Math.exp(-ratio / (temperature + KELVIN));
    weight += share;
  }
  return ratio / -Math.log(sum / weight) - KELVIN;
}
