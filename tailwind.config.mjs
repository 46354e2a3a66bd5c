/** @type {import('tailwindcss').Config} */
export default { content: ['./src/**/*.{astro,ts,tsx}'], darkMode: ['class', '.dark-mode'] };
